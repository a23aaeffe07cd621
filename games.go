package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"deathtrap/rules"
	"deathtrap/rules/arena"
	"deathtrap/rules/bots"
)

// simulateCommand plays games between computer players.
func simulateCommand() *cobra.Command {
	s := arena.Settings{Options: rules.DefaultOptions()}
	var laps, leader, machine, exchange string
	var summary, turns bool
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Play games between computer players, every event one JSON line",
		Long: "Plays whole games between computer players as fast as it can and prints every event, one JSON\n" +
			"object a line. The same flags print the same bytes on every machine.",
		Example: "deathtrap simulate --players 6 --games 100 --seed 7\n" +
			"deathtrap simulate --games 1000 --bots master,regular,regular,regular,regular,regular --summary --turns",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			collectAt(whileSimulating)
			s.Options.Laps, s.Options.Leader = rules.Laps(laps), rules.Leading(leader)
			s.Options.Machine, s.Options.Exchange = rules.Stopping(machine), rules.Trading(exchange)
			if !summary {
				return arena.Simulate(cmd.OutOrStdout(), s)
			}
			sum, err := arena.Summarize(s, turns)
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(sum)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVar(&s.Options.Players, "players", s.Options.Players, "4 to 8")
	f.IntVar(&s.Games, "games", 1, "how many games")
	f.StringVar(&s.Seed, "seed", "1", "any text; the same text deals the same cards")
	f.IntVar(&s.Options.Rounds, "rounds", s.Options.Rounds, "of a game, 1 to 12")
	f.StringVar(&laps, "laps", string(s.Options.Laps), "one, open or lock: how often a hand goes round")
	f.StringVar(&leader, "leader", string(s.Options.Leader), "left or chosen: who leads after the Pig")
	f.StringVar(&machine, "machine", string(s.Options.Machine), "any or turn: when the Killing Machine may be played")
	f.StringVar(&exchange, "exchange", string(s.Options.Exchange), "open or sealed: whether heroes see what they get first")
	f.StringSliceVar(&s.Bots, "bots", []string{bots.Regular}, strings.Join(bots.Kinds(), ", ")+": one kind for all, or one a seat")
	f.BoolVar(&summary, "summary", false, "print statistics, one JSON object, instead of events")
	f.BoolVar(&turns, "turns", false, "with --summary: play each deal once for every way to sit in this order")
	f.IntVar(&s.Jobs, "jobs", 1, "with --summary: how many deals to play at a time; only the times depend on it")
	return cmd
}

// verifyCommand judges the events of games anew.
func verifyCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "verify FILE",
		Short:   "Check the events of games against the rules, and the deals against their seeds",
		Example: "deathtrap simulate --games 10 > games.jsonl && deathtrap verify games.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			collectAt(whileSimulating)
			checked, err := verify(args[0], cmd.InOrStdin())
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "In order: %d games, %d rounds, %d events.\n", checked.Games, checked.Rounds, checked.Events)
			return err
		},
	}
}

// verify reads a file, or standard input for "-".
func verify(path string, stdin io.Reader) (arena.Checked, error) {
	if path == "-" {
		return arena.Verify(stdin)
	}
	f, err := os.Open(path)
	if err != nil {
		return arena.Checked{}, err
	}
	defer f.Close()
	return arena.Verify(f)
}
