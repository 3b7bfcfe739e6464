/** A line to a server that the test plays itself, and a clock that only the test moves. */
export class FakeServer {
  lines = [];
  now = 0;
  timers = [];

  around = {
    connect: () => {
      const line = {
        sent: [],
        open: true,
        onopen: null,
        onmessage: null,
        onclose: null,
        send: (text) => {
          if (!line.open) throw new Error("the line is closed");
          line.sent.push(JSON.parse(text));
        },
        close: () => {
          line.open = false;
        },
      };
      this.lines.push(line);
      return line;
    },
    setTimeout: (run, ms) => {
      const timer = {run, at: this.now + ms};
      this.timers.push(timer);
      return timer;
    },
    clearTimeout: (timer) => {
      this.timers = this.timers.filter((other) => other !== timer);
    },
    random: () => 0.5,
  };

  get line() {
    return this.lines.at(-1);
  }

  say(message) {
    this.line.onmessage({data: JSON.stringify(message)});
  }

  breakLine(code) {
    this.line.open = false;
    this.line.onclose({code});
  }

  /** Let time pass, running what falls due in its order. */
  pass(ms) {
    const until = this.now + ms;
    for (;;) {
      const due = this.timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.now = due.at;
      this.timers = this.timers.filter((other) => other !== due);
      due.run();
    }
    this.now = until;
  }
}

export const STATE = {
  score: 0, progress: 4, redeals: 0, redeals_left: null, slips: 0, won: false, blocked: false, over: false,
  may_take_back: true,
};

export const welcome = {type: "welcome", you: 1, now: 1000, heartbeat: 15};
export const table = (ply, view = {}, legal = []) => ({
  type: "table", ply, view, legal, state: STATE, now: 1000, last_at: null,
});
export const ply = (number, move, effects = [], legal = []) => ({
  type: "ply", ply: number, move, slip: move.endsWith("?"), effects, legal, state: STATE, at: 1000,
});
export const race = (version) =>
  ({type: "race", version, changes: version, kind: "race", now: 1000, status: "running", entrants: []});
export const refused = (number, code = "does_not_fit") => ({
  type: "refused", code, message: "No.", do: "play", ply: number,
});

/** A listener that writes down what it is told. */
export function listening() {
  const heard = [];
  const note = (name) => (value) => heard.push(value === undefined ? name : [name, value]);
  const names = ["status", "welcome", "table", "ply", "race", "refused", "dropped", "clock", "reaction"];
  return {heard, listener: Object.fromEntries(names.map((name) => [name, note(name)]))};
}
