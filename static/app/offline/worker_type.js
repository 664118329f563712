// A service worker is one script, as the pages of a server load theirs; of modules it is a module.
export const workerType = import.meta.url ? "module" : "classic";
