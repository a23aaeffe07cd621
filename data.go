package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"deathtrap/rules"
	"deathtrap/store"
)

// backupCommand copies what a server keeps.
func backupCommand() *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database of the data folder into a new file, also while the server runs",
		Long: "Copies the database of the data folder into a new file, whole and consistent, also while the server\n" +
			"runs. To go back to it, end the server and put the file in the place of deathtrap.db.",
		Example: "deathtrap backup --data /var/lib/deathtrap /backup/deathtrap-monday.db",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := settleByEnvironment(cmd.Flags(), os.LookupEnv); err != nil {
				return err
			}
			if err := store.Backup(cmd.Context(), s.data, args[0]); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "Copied to %s.\n", args[0])
			return err
		},
	}
	s.dataFlags(cmd.Flags())
	return cmd
}

// gamesCommand prints the games that were played.
func gamesCommand() *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:     "games",
		Short:   "Print every event of every finished game, one JSON line each, for verify",
		Example: "deathtrap games --data /var/lib/deathtrap | deathtrap verify -",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := settleByEnvironment(cmd.Flags(), os.LookupEnv); err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			game := 0
			err := store.Games(cmd.Context(), s.data, func(events []rules.Event) error {
				for _, e := range events {
					text, err := json.Marshal(e)
					if err != nil {
						return err
					}
					if _, err := fmt.Fprintf(out, "{\"game\":%d,%s\n", game, text[1:]); err != nil {
						return err
					}
				}
				game++
				return nil
			})
			if err != nil {
				return err
			}
			return out.Flush()
		},
	}
	s.dataFlags(cmd.Flags())
	return cmd
}
