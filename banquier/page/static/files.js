// Files that a person gives and gets.
import { make } from "./dom.js";
import { say } from "./texts.js";

// Asks for a save or an edition; `take` gets the file.
export const fileButton = (take) => make("label", { class: "plain file" }, say("open_file"),
  make("input", { type: "file", accept: ".keys,.toml,text/plain", onchange: ({ target }) => {
    if (target.files[0]) take(target.files[0]);
    target.value = "";
  } }));

export function download(name, content) {
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([content])) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
