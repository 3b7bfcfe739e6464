/** Modules that come when they are needed: what does not come is asked for until it does. */

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

/**
 * @template T
 * @param {() => Promise<T>} load  an import
 * @param {(run: () => void, ms: number) => void} [wait]
 * @returns {Promise<T>}
 */
export async function arriving(load, wait = setTimeout) {
  for (let ms = FIRST_WAIT_MS; ; ms = Math.min(LONGEST_WAIT_MS, 2 * ms)) {
    try {
      return await load();
    } catch (trouble) {
      // Browsers tell of what was lost on its way by this kind; everything else is a mistake, and would come again.
      if (!(trouble instanceof TypeError)) throw trouble;
      await new Promise((then) => wait(() => then(undefined), ms));
    }
  }
}
