/** What scenes are made of. */

import { type Player, settled } from "../player.ts";

/** Plays one state of the page; ends when it is reached. */
export type Scene = (play: Player) => Promise<void> | void;

/** Scenes by name. Names are unique in the whole preview. */
export type Scenes = { readonly [name: string]: Scene };

/** About twenty words, to be repeated. */
export const paragraph =
  "The sun was low over the river when the ferry came back, and on the quay people were waiting with bicycles, baskets and one very patient dog. ";

/** A conversation whose first question was just sent. */
export async function asked(play: Player, words: string): Promise<void> {
  play.open();
  await settled();
  await play.ask(words);
}
