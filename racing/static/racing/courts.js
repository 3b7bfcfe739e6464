/**
 * Jack, queen and king, drawn by us from plain shapes: one half figure, and the same turned round the middle of the card.
 * The colours are classes, so that the suit and the reader's settings decide them:
 * robe (the suit's colour), trim (gold), cloth (a second colour), skin, hair, line.
 */

/** What each wears on the head, how the hair falls, and what the hand holds. */
const HEADS = {
  J: `<path class="hair" d="M39.4 48c-1.4 8-.6 12.4 2.2 14h4.6l-1-14zM60.6 48c1.4 8 .6 12.4-2.2 14h-4.6l1-14z"/>
    <path class="skin" d="M42 45h16v7.6c0 5.6-3.4 9-8 9s-8-3.4-8-9z"/>
    <path class="cloth" d="M36.5 45.5c0-8.5 5.6-13.3 13.8-13.3 7.6 0 13.2 4.6 13.2 13.3z"/>
    <path class="trim" d="M36 43.4h28v4.2H36z"/>
    <path class="robe" d="M59 36.5c1.2-5.6 5.4-9 11.6-9.5-2 5.2-5.8 9-11.6 9.5z"/>`,
  Q: `<path class="hair" d="M39.5 43c-4 7.4-5 15-3.6 22.6h7.6L42.4 46zM60.5 43c4 7.4 5 15 3.6 22.6h-7.6L57.6 46z"/>
    <path class="skin" d="M42 44.5h16v8c0 5.4-3.6 9-8 9s-8-3.6-8-9z"/>
    <path class="hair" d="M41 49.5c.6-5.4 3.4-8 9-8s8.4 2.6 9 8c-3.4-1-5.4-2.6-6.4-4.8-2.4 3-6.2 4.6-11.6 4.8z"/>
    <path class="trim" d="M38.6 42.6 36.8 32l6.4 4.8L50 29.2l6.8 7.6 6.4-4.8-1.8 10.6z"/>
    <circle class="robe" cx="50" cy="28.6" r="2.2"/><circle class="robe" cx="36.6" cy="31.6" r="1.7"/><circle class="robe" cx="63.4" cy="31.6" r="1.7"/>`,
  K: `<path class="hair" d="M40.6 44c-2.4 5.4-2.6 10.2-.8 14.6h20.4c1.8-4.4 1.6-9.2-.8-14.6z"/>
    <path class="skin" d="M42 44.5h16v8c0 4-3 7-8 7s-8-3-8-7z"/>
    <path class="hair" d="M41.4 52.4c2.6 1 5 .8 8.6-1 3.6 1.8 6 2 8.6 1 .6 6.8-2.6 12-8.6 14.4-6-2.4-9.2-7.6-8.6-14.4z"/>
    <path class="skin" d="M47 55.2h6c-.4 1.8-1.4 2.6-3 2.6s-2.6-.8-3-2.6z"/>
    <path class="trim" d="M37.4 43 35 28.6l7 5.6 3.4-7 4.6 6 4.6-6 3.4 7 7-5.6L62.6 43z"/>
    <path class="robe" d="M37.4 43h25.2v3.4H37.4z"/>`,
};

const FACE = `<circle class="line" cx="46.4" cy="49.6" r="1"/><circle class="line" cx="53.6" cy="49.6" r="1"/>`;
const MOUTH = `<path class="stroke" d="M48 56.6c1.2.8 2.8.8 4 0"/>`;

const BODIES = {
  J: `<path class="robe" d="M17 70.5c.6-5.6 3.4-8.4 9-9.6l13.4-2.8L50 66l10.6-7.9L74 60.9c5.6 1.2 8.4 4 9 9.6z"/>
    <path class="cloth" d="M39.4 58.1 50 66l10.6-7.9 4 3.2L50 70.5l-14.6-9.2z"/>
    <path class="trim" d="m28 60.5 4.2-.9 7 10.9h-5zM72 60.5l-4.2-.9-7 10.9h5z"/>
    <path class="trim" d="M22.6 31.5h2.6v39h-2.6z"/><path class="cloth" d="m23.9 25 3.4 6.6c0 2-1.4 3.2-3.4 3.2s-3.4-1.2-3.4-3.2z"/>`,
  Q: `<path class="robe" d="M16.5 70.5c1-6 4.4-9.4 10.5-10.6l11.6-2.3h22.8L73 59.9c6.1 1.2 9.5 4.6 10.5 10.6z"/>
    <path class="cloth" d="M38.6 57.6c2 5.6 6 8.8 11.4 8.8s9.4-3.2 11.4-8.8l3.8.8C63 66 57.4 70.5 50 70.5S37 66 34.8 58.4z"/>
    <path class="skin" d="M43 59.4h14c-.8 3-3.4 5-7 5s-6.2-2-7-5z"/>
    <circle class="trim" cx="50" cy="68" r="1.7"/><circle class="trim" cx="43" cy="66.2" r="1.4"/><circle class="trim" cx="57" cy="66.2" r="1.4"/>
    <path class="stroke stem" d="M24.5 70c-.6-9.6-.6-16.6.3-24"/>
    <path class="trim" d="M24.9 36.4c2.2 1.4 5.2.8 6 3.4.6 2.4-1.8 3.4-1.4 5.6-1.8.8-3.2 2.8-4.9 2.8s-3-2-4.8-2.8c.4-2.2-2-3.2-1.3-5.6.9-2.6 4.2-2 6.4-3.4z"/><circle class="robe" cx="24.8" cy="42" r="2"/>`,
  K: `<path class="robe" d="M15.5 70.5c.8-6.6 4.2-10 10.5-11.2l14-2.6h20l14 2.6c6.3 1.2 9.7 4.6 10.5 11.2z"/>
    <path class="cloth" d="M35 57.6h5.6L50 68.4l9.4-10.8H65l2.6.6L56 70.5H44L32.4 58.2z"/>
    <path class="trim" d="m25.4 59.4 4.6-.9 6.4 12h-5.2zM74.6 59.4l-4.6-.9-6.4 12h5.2z"/>
    <path class="steel" d="M75.2 26.5 77.6 31v29h-4.8V31z"/><path class="trim" d="M69 58.6h12.4v3.2H69z"/><path class="trim" d="M73.8 61.8h2.8v8h-2.8z"/>`,
};

/**
 * The picture of a court card on a card of 100 by 140.
 *
 * @param {"J" | "Q" | "K"} rank
 */
export function courtArt(rank) {
  const mouth = rank === "K" ? "" : MOUTH;
  const half = BODIES[rank] + HEADS[rank] + FACE + mouth;
  // The two halves overlap by a hair, so that no seam shows between them.
  return `<rect class="frame" x="12" y="29.5" width="76" height="81" rx="5"/><g transform="translate(50 70) scale(.93) translate(-50 -70.2)">${half}<g transform="rotate(180 50 70.2)">${half}</g></g>`;
}
