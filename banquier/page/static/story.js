// The story of the game, and its link for other people: the system's own sheet, else copied, else
// shown to be copied.
import { make } from "./dom.js";
import { line } from "./state.js";
import { lang, plain, say } from "./texts.js";

export function drawStory() {
  const frame = make("iframe", { class: "story", title: say("story"), sandbox: "" });
  if (line.story) line.story(lang).then((html) => { frame.srcdoc = html; });
  else frame.setAttribute("src", `story?${lang}`);
  const tell = async () => share(await line.link(), document.getElementById("shared"));
  return [plain("share", tell, { id: "share" }), make("p", { class: "where", role: "status", id: "shared" }), frame];
}

// `link`: of the game, "" if there is none yet. A bare `#g=…` goes behind the address of any local page.
async function share(link, status) {
  const tell = (name, ...more) => status.replaceChildren(say(name), ...more);
  if (!link) { tell("no_game"); return; }
  if (!link.startsWith("#") && navigator.share) {
    try {
      await navigator.share({ title: "Banquier 90", url: link });
      return;
    } catch (fault) {
      if (fault.name === "AbortError") return;
    }
  }
  const copied = link.startsWith("#") ? "copied_bare" : "copied";
  try {
    await navigator.clipboard.writeText(link);
    tell(copied);
  } catch { // no clipboard without https
    const field = make("textarea", { readonly: true, rows: 4, "aria-label": say("link") });
    field.value = link;
    tell("copy_it", field);
    field.select();
  }
}
