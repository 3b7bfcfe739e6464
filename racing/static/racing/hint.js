/**
 * Hints in practice: asking, waiting with a way to stop, and the arrow that shows the move.
 *
 * Hooks: [data-hint="3-f"] is the arrow, with the move it shows; [data-searching] says that a search is under way.
 *
 * @typedef {import("./types.js").HintMessage} HintMessage
 * @typedef {import("./types.js").View} View
 * @typedef {import("./table.js").Table} Table
 *
 * @typedef {object} HintCompany
 * @property {(command: {do: string, [field: string]: unknown}) => void} say
 * @property {(sentence: string) => void} tell  to be read, and heard
 * @property {(pile: string) => string} name  a pile in words
 */
import {fill, gettext} from "./i18n.js";
import {parseMove} from "./notation.js";
import {foundationFor} from "./predict.js";

const SVG = "http://www.w3.org/2000/svg";
/** The tip stops short of the middle of the pile, so that its card can still be read. */
const HEAD = 15;

export class Hint {
  /** @type {SVGSVGElement | null} */
  #arrow = null;
  #ply = -1;
  #isSearching = false;
  #mayTakeBack = true;

  /**
   * @param {ParentNode} room
   * @param {Table} table
   * @param {HintCompany} company
   */
  constructor(room, table, company) {
    this.room = room;
    this.table = table;
    this.company = company;
    room.querySelector("[data-action=stop-search]")?.addEventListener("click", () => company.say({do: "stop_search"}));
    // Cards that lie elsewhere now are not what the arrow points at.
    new ResizeObserver(() => this.clear()).observe(table.root);
  }

  /** Ask for a move that leads to a win from the table as the server knows it. */
  ask() {
    this.#ply = Number(this.table.root.dataset.ply);
    this.company.say({do: "hint", ply: this.#ply});
  }

  /** @param {HintMessage} message */
  take(message) {
    if (message.ply !== this.#ply) return;
    this.searching = message.status === "searching";
    if (message.status === "lost") {
      const again = gettext("This table cannot be won any more: that is proved. Take back, and ask again.");
      this.company.tell(this.#mayTakeBack ? again : gettext("This deal cannot be won: that is proved."));
    } else if (message.status === "none") {
      this.company.tell(gettext("No way to win was found from here. That does not prove that there is none."));
    } else if (message.move) this.show(message.move);
  }

  /** @param {boolean} on  a search is under way */
  set searching(on) {
    this.#isSearching = on;
    const sign = this.room.querySelector("[data-searching]");
    if (sign instanceof HTMLElement) sign.hidden = !on;
  }

  /**
   * Something was played: neither the arrow nor a search is about this table.
   *
   * @param {import("./types.js").State} state  what can be taken back in practice, free as it is, is all since the deal
   */
  moved(state) {
    this.#mayTakeBack = state.may_take_back;
    this.clear();
    if (!this.#isSearching) return;
    this.searching = false;
    this.company.say({do: "stop_search"});
  }

  /** Take the arrow away. */
  clear() {
    this.#arrow?.remove();
    this.#arrow = null;
    for (const marked of this.room.querySelectorAll(".hinted")) marked.classList.remove("hinted");
  }

  /** @param {string} move */
  show(move) {
    this.clear();
    const ends = endsOf(move, this.table.view);
    if (!ends) {
      this.room.querySelector("[data-action=redeal]")?.classList.add("hinted");
      this.#draw(move, null);
      this.company.tell(gettext("Hint: redeal."));
      return;
    }
    const cards = this.table.view[ends.from] ?? [];
    const from = this.table.card(ends.from, cards.length - ends.count) ?? this.table.pile(ends.from);
    const onto = this.table.card(ends.to, (this.table.view[ends.to] ?? []).length - 1) ?? this.table.pile(ends.to);
    if (from && onto) this.#draw(move, {from: this.#middle(from), onto: this.#middle(onto)});
    const names = {from: this.company.name(ends.from), to: this.company.name(ends.to)};
    this.company.tell(fill(gettext("Hint: %(from)s → %(to)s"), names));
  }

  /** @param {Element} element */
  #middle(element) {
    const box = element.getBoundingClientRect();
    const root = this.table.root.getBoundingClientRect();
    // Of a pile's element only the card at its head counts; a covered card is seen at its head.
    const {cardW, cardH} = this.table.layout;
    return {x: box.left - root.left + cardW / 2, y: box.top - root.top + Math.min(cardH, box.height) / 2};
  }

  /**
   * @param {string} move
   * @param {{from: {x: number, y: number}, onto: {x: number, y: number}} | null} ends  null: nothing to point from
   */
  #draw(move, ends) {
    const arrow = document.createElementNS(SVG, "svg");
    arrow.setAttribute("class", "hint-arrow");
    arrow.setAttribute("aria-hidden", "true");
    arrow.dataset.hint = move;
    if (ends) arrow.append(line(ends.from, ends.onto));
    this.#arrow = arrow;
    this.table.root.append(arrow);
  }
}

/**
 * The piles between which a move goes, and how many cards; null for a redeal.
 *
 * @param {string} text
 * @param {View} view
 * @returns {{from: string, to: string, count: number} | null}
 */
export function endsOf(text, view) {
  const move = parseMove(text);
  if (move?.kind === "draw") return {from: "s", to: "w", count: 1};
  if (move?.kind === "hour") return {from: "o", to: move.hour, count: 1};
  if (move?.kind !== "shift") return null;
  const card = view[move.source]?.at(-1) ?? "";
  const to = move.target === "f" ? foundationFor(view, card) : move.target;
  return to === null ? null : {from: move.source, to, count: move.count};
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} onto
 */
function line(from, onto) {
  const length = Math.hypot(onto.x - from.x, onto.y - from.y) || 1;
  const dx = (onto.x - from.x) / length;
  const dy = (onto.y - from.y) / length;
  const neck = {x: onto.x - dx * HEAD, y: onto.y - dy * HEAD};
  const side = HEAD * 0.62;
  const path = document.createElementNS(SVG, "path");
  const head = `M${neck.x - dy * side} ${neck.y + dx * side}L${onto.x} ${onto.y}L${neck.x + dy * side} ${neck.y - dx * side}`;
  path.setAttribute("d", `M${from.x} ${from.y}L${onto.x} ${onto.y}${head}`);
  return path;
}
