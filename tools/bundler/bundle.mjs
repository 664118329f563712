// Makes static/made/ of static/app/ and static/style/: each entry point is one bundle, named by its
// hash. What it was made of stands in manifest.json. With --check nothing is written: it says whether
// what lies there is what would be made.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, relative } from "node:path";

import { visitors } from "./boards.mjs";

const [home, root, mode] = process.argv.slice(2);
const require = createRequire(join(home, "package.json"));
const { build } = require("esbuild");
const { bundle: bundleStyle, Features } = require("lightningcss");
const { minify } = require("terser");

const STATIC = join(root, "static"),
  MADE = join(STATIC, "made"),
  STYLES = join(STATIC, "app", "screen", "styles.js");
// The oldest browsers with all that scripts need: docs/design/rendering.md.
const SCRIPTS_FOR = ["chrome105", "edge105", "firefox121", "safari16", "ios16"],
  STYLE_FOR = {
    chrome: 105 << 16,
    edge: 105 << 16,
    firefox: 121 << 16,
    safari: 16 << 16,
    ios_saf: 16 << 16
  };
// Entry points by what loads them: pages and workers as plain scripts, and what pages import.
const FOLDERS = { pages: "iife", workers: "iife", later: "esm" },
  PARTS = ["pages.js", "tables.js", "ways.js"]; // of a worker

const hash = (body) => createHash("sha256").update(body).digest("hex").slice(0, 8);
const list = (folder, ending) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name.endsWith(ending))
    .map(({ parentPath, name }) => relative(STATIC, join(parentPath, name)).replaceAll("\\", "/"))
    .sort();

const { left, own } = visitors(join(STATIC, "style"));
const layStyle = (part, visitor) =>
  bundleStyle({
    filename: join(STATIC, "style", `${part}.css`),
    minify: true,
    targets: STYLE_FOR,
    visitor,
    // A rule within a rule stays one, and no property is added for a function that we do not use.
    exclude: Features.Nesting | Features.LightDark
  }).code.toString();
// A page brings what shared files list of its own.
const makeStyle = (part) => {
  const style = layStyle(part, left[part]);
  if (!(part in own)) return style;
  return `${layStyle("base", own[part])}@layer parts{${layStyle("parts/kinds", own[part])}}${style}`;
};
const styles = Object.fromEntries(
  readdirSync(join(STATIC, "style"))
    .filter((name) => name.endsWith(".css"))
    .sort()
    .map((name) => [name.slice(0, -4), makeStyle(name.slice(0, -4))])
);

// Scripts that bring a style along have its text.
const carried = {
  name: "styles",
  setup({ onLoad }) {
    onLoad({ filter: /app[\\/]screen[\\/]styles\.js$/ }, ({ path }) => {
      if (path !== STYLES) return null;
      const parts = [...readFileSync(path, "utf8").matchAll(/of\("(\w+)"\)/g)].map(
        ([, part]) => part
      );
      const said = parts.map((part) => `export const ${part} = ${JSON.stringify(styles[part])};`);
      return { contents: said.join("\n"), loader: "js" };
    });
  }
};
const makeScripts = async (folder, format) => {
  const all = readdirSync(join(STATIC, "app", folder)).filter((name) => name.endsWith(".js"));
  const made = await build({
    entryPoints: all
      .filter((name) => folder !== "workers" || !PARTS.includes(name))
      .map((name) => join(STATIC, "app", folder, name)),
    outdir: MADE,
    bundle: true,
    minify: true,
    write: false,
    charset: "utf8",
    legalComments: "none",
    sourcemap: "external",
    sourcesContent: false,
    plugins: [carried],
    target: SCRIPTS_FOR,
    format,
    define: format === "iife" ? { "import.meta.url": "undefined" } : {},
    logLevel: "warning"
  });
  return made.outputFiles;
};

// esbuild joins modules; what Terser makes of them is 7 % smaller for browsers than that.
const shorten = (text, map, format) =>
  minify(text, {
    ecma: 2020,
    module: format === "esm",
    toplevel: true,
    compress: { passes: 3 },
    format: { comments: false },
    sourceMap: { content: map, includeSources: false }
  });
const scripts = {},
  files = {};
for (const [folder, format] of Object.entries(FOLDERS)) {
  const all = await makeScripts(folder, format),
    texts = new Map(all.map(({ path, text }) => [path, text]));
  for (const { path, text } of all.filter(({ path }) => path.endsWith(".js"))) {
    const { code, map } = await shorten(text, texts.get(`${path}.map`), format),
      name = basename(path, ".js"),
      file = `${name}-${hash(code)}.js`;
    scripts[name] = file;
    files[file] = Buffer.from(code);
    files[`${file}.map`] = Buffer.from(map);
  }
}
for (const [part, text] of Object.entries(styles)) files[`${part}.css`] = Buffer.from(text);

const sources = {};
for (const name of [...list(join(STATIC, "app"), ".js"), ...list(join(STATIC, "style"), ".css")])
  sources[name] = hash(readFileSync(join(STATIC, name)));
const tools = {};
for (const name of ["boards.mjs", "bundle.mjs", "package-lock.json"])
  tools[name] = hash(readFileSync(join(root, "tools", "bundler", name)));
const sorted = (all) =>
  Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
// What pages name besides.
const others = {};
for (const name of [
  "icon.svg",
  ...list(join(STATIC, "icons"), ""),
  ...list(join(STATIC, "vendor"), ".js")
])
  others[name] = hash(readFileSync(join(STATIC, name)));
const allowed = Object.entries(styles).map(([part, text]) => [
  part,
  createHash("sha256").update(text).digest("base64")
]);
const manifest = {
  scripts: sorted(scripts),
  styles: Object.fromEntries(allowed),
  others: sorted(others),
  sources: sorted(sources),
  tools
};
files["manifest.json"] = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);

const there = existsSync(MADE) ? readdirSync(MADE) : [],
  stale = there.filter((name) => !(name in files)),
  other = Object.keys(files).filter(
    (name) => !there.includes(name) || !files[name].equals(readFileSync(join(MADE, name)))
  );
if (mode === "--check") {
  for (const name of [...stale, ...other].sort())
    console.log(`static/made/${name} is not of its sources.`);
  if (stale.length + other.length) {
    console.log("Run tools/bundle");
    process.exit(1);
  }
} else {
  mkdirSync(MADE, { recursive: true });
  for (const name of stale) rmSync(join(MADE, name));
  for (const name of other) writeFileSync(join(MADE, name), files[name]);
}
