// Brings a script along and begins it with what this page has, once; what does not come is asked for
// again when somebody needs it.
const begun = new Map();
/**
 * @param {string} address  of a module that has `connect`
 * @param {object} parts
 */
export const bring = (address, parts) => {
  if (begun.has(address)) return;
  const begins = import(address).then(
    ({ connect }) => connect(parts),
    () => begun.delete(address)
  );
  begun.set(address, begins);
};
