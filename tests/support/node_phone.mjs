// Starts the local app as its Worker does, and answers lines of JSON: node node_phone.mjs FOLDER/ APP
// With `restored` behind that it is started twice, the second time from what the first has kept.
// A line says what of it is called and with what; bytes go as { bytes } in base 64. "writeFile"
// and others are about the files in its memory.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const [folder, app, restored] = process.argv.slice(2);
const { boot, thin } = await import(`${folder}boot.mjs`);
const from = async (address) => new Uint8Array(await readFile(address)).buffer;
let { local, python, snapshot } = await boot(folder, { app, from, makes: Boolean(restored) });
if (restored) {
  snapshot = new Blob(thin(snapshot)).arrayBuffer();
  ({ local, python } = await boot(folder, { app, from, snapshot }));
}

const taken = (given) => (given?.bytes === undefined ? given : new Uint8Array(Buffer.from(given.bytes, "base64")));
const told = (answer) => {
  if (answer instanceof Uint8Array) return { bytes: Buffer.from(answer).toString("base64") };
  if (!answer?.toJs) return answer ?? null;
  const parts = answer.toJs();
  answer.destroy();
  return parts.map(told);
};
const files = {
  writeFile: (path, body) => python.FS.writeFile(path, body),
  listFolder: (path) => python.FS.readdir(path).filter((name) => !name.startsWith(".")),
  removeFile: (path) => python.FS.unlink(path),
  makeFolder: (path) => python.FS.mkdirTree(path),
  opened: () => python.FS.streams.filter(Boolean).map(({ path }) => path)
};
for await (const line of createInterface({ input: process.stdin })) {
  const { does, said } = JSON.parse(line);
  let answer;
  try {
    const given = [said].flat().map(taken);
    const call = files[does] ?? local[does];
    answer = { answer: told(call(...given)) };
  } catch (error) {
    answer = { failed: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
