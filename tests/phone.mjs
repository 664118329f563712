// Starts the local app as its Worker does, and answers lines of JSON: node phone.mjs FOLDER/
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const folder = process.argv[2];
const { boot } = await import(`${folder}boot.mjs`);
const python = await boot(folder, async (address) => new Uint8Array(await readFile(address)).buffer);
const local = python.runPython("import companion.local; companion.local.start()");
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
