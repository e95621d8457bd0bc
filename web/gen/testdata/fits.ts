import type { Bodies } from "../../client/api.ts";

type Map = {
  put: { args: { key: string; note?: string }; result: { stored: true } };
};

export const bodies: Bodies<Map> = {
  put: ({ key }) => {
    void key;
    return { stored: true };
  },
};
