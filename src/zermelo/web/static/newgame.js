/* The dialog for a new game: which one, with which parameters, and who plays. */

const OPPONENTS = [
  ["human", "Person"],
  ...Array.from({ length: 10 }, (_, index) => [`level:${index + 1}`, `Level ${index + 1}`]),
  ["engine:seconds=1", "Engine, 1 second a move"],
  ["engine:seconds=5", "Engine, 5 seconds a move"],
  ["alphabeta:depth=4", "Alpha-beta, 4 plies deep"],
  ["minimax:depth=3", "Minimax, 3 plies deep"],
  ["greedy", "Greedy: best evaluation"],
  ["random", "Random moves"],
];
const TITLES = {
  tictactoe: "Tic-tac-toe",
  connectfour: "Connect Four",
  isolation: "Isolation",
  nim: "Nim",
  morris: "Nine Men’s Morris",
  mnk: "m, n, k",
};

export const titleOf = (spec) => {
  const [, name, rest] = /^(\w+)(.*)$/s.exec(spec) ?? [null, spec, ""];
  return (TITLES[name] ?? name) + (rest ? ` ${rest}` : "");
};

export const opponentName = (name) => OPPONENTS.find(([value]) => value === name)?.[1] ?? name;

export class NewGame {
  /** `play(spec, players)` begins the game; what it throws is shown in the dialog. */
  constructor(catalogue, play) {
    this.games = catalogue.games;
    this.solved = catalogue.solved;
    this.dialog = document.getElementById("new-dialog");
    this.game = document.getElementById("game");
    this.seats = ["first", "second"].map((id) => document.getElementById(id));
    this.fields = document.getElementById("parameters");
    this.error = document.getElementById("new-error");
    this.game.replaceChildren(...this.games.map(({ name }) => new Option(titleOf(name), name)));
    this.game.addEventListener("change", () => this.showGame());
    const form = document.getElementById("new-form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      play(this.spec(), this.seats.map(({ value }) => value)).then(
        () => this.dialog.close(),
        (error) => this.complain(error.message),
      );
    });
  }

  open(spec, players) {
    const name = this.games.find((entry) => spec.startsWith(entry.name))?.name;
    if (name) this.game.value = name;
    for (const [seat, player] of players.entries()) {
      const known = OPPONENTS.some(([value]) => value === player);
      const offers = [...OPPONENTS, ["perfect", "Perfect, by a database"], ...(known || player === "perfect" ? [] : [[player, player]])];
      this.seats[seat].replaceChildren(...offers.map(([value, label]) => new Option(label, value)));
      this.seats[seat].value = player;
    }
    this.showGame();
    this.dialog.showModal();
  }

  complain(message) {
    this.error.textContent = message;
    this.error.hidden = !message;
  }

  get entry() {
    return this.games.find(({ name }) => name === this.game.value);
  }

  showGame() {
    this.complain("");
    document.getElementById("about").textContent = this.entry.about;
    this.fields.replaceChildren(...Object.entries(this.entry.parameters).map(([name, value]) => field(name, value)));
    this.solvedOption();
  }

  /** The perfect player is there for games that have a database. */
  solvedOption() {
    const solved = this.solved.includes(this.game.value);
    for (const seat of this.seats) {
      const option = [...seat.options].find(({ value }) => value === "perfect");
      option.disabled = option.hidden = !solved;
      if (!solved && seat.value === "perfect") seat.value = "level:10";
    }
  }

  /** The game with the parameters that differ from their defaults, as Python writes it. */
  spec() {
    const changed = [...this.fields.querySelectorAll("[data-name]")]
      .filter((input) => read(input) !== input.dataset.default)
      .map((input) => `${input.dataset.name}=${read(input)}`);
    return this.game.value + (changed.length ? `(${changed.join(", ")})` : "");
  }
}

function field(name, value) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.dataset.name = name;
  if (typeof value === "boolean") {
    input.type = "checkbox";
    input.checked = value;
  } else {
    input.type = typeof value === "number" ? "number" : "text";
    input.step = "any";
    input.value = typeof value === "object" ? JSON.stringify(value) : String(value);
    input.dataset.text = typeof value === "string" ? "yes" : "";
  }
  input.dataset.default = read(input);
  label.append(name, input);
  return label;
}

function read(input) {
  if (input.type === "checkbox") return input.checked ? "True" : "False";
  const text = input.value.trim();
  return input.dataset.text ? `'${text.replace(/[\\']/g, "\\$&")}'` : text;
}
