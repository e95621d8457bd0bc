import type { Bodies } from "../client/api.ts";
import { askUser } from "./ask_user.ts";
import { clipboardRead } from "./clipboard_read.ts";
import { clipboardWrite } from "./clipboard_write.ts";
import { deviceContext } from "./device_context.ts";
import { geolocationGet } from "./geolocation_get.ts";
import { memoryDelete } from "./memory_delete.ts";
import { memoryGet } from "./memory_get.ts";
import { memoryList } from "./memory_list.ts";
import { memoryPut } from "./memory_put.ts";
import { memorySearch } from "./memory_search.ts";
import { speak } from "./speak.ts";

/** The bodies of the starter tools; one that is missing or wrong fails the build. */
export const builtins: Bodies = {
  geolocation_get: geolocationGet,
  memory_put: memoryPut,
  memory_get: memoryGet,
  memory_list: memoryList,
  memory_search: memorySearch,
  memory_delete: memoryDelete,
  clipboard_read: clipboardRead,
  clipboard_write: clipboardWrite,
  device_context: deviceContext,
  speak,
  ask_user: askUser(undefined), // connect gives it the door of its options
};
