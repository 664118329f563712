// Starts the local app as its Worker does, and answers lines of JSON: node phone.mjs FOLDER/
// With `restored` behind that it is started twice, the second time from what the first has kept.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const [folder, restored] = process.argv.slice(2);
const { boot } = await import(`${folder}boot.mjs`);
const from = async (address) => new Uint8Array(await readFile(address)).buffer;
let { local, snapshot } = await boot(folder, { from, makes: Boolean(restored) });
if (restored) ({ local } = await boot(folder, { from, snapshot }));
for await (const line of createInterface({ input: process.stdin })) {
  const { does, said } = JSON.parse(line);
  let answer;
  try {
    answer = { answer: local[does](said) ?? null };
  } catch (error) {
    answer = { failed: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
