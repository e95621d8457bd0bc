import type { Bodies } from "../../client/api.ts";

type Map = { put: { args: { key: string }; result: { stored: true } } };

export const bodies: Bodies<Map> = {
  put: () => ({ stored: "yes" }),
};
