import path from "node:path";

/** The top of the repository. */
export const repository = path.resolve(import.meta.dirname, "../..");

/** What `make build` leaves. */
export const serverBinary = path.join(repository, "bin/server");
