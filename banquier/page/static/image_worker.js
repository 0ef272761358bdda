// Makes the memory image, beside the worker that plays.
import { hasImage, load, storeImage } from "./memory_image.js";

onmessage = async ({ data: version }) => {
  try {
    if (!await hasImage(version)) {
      const pyodide = await load({ makes: true });
      pyodide.runPython("from banquier.page import pocket\npocket.load_all()");
      await storeImage(version, pyodide.makeMemorySnapshot());
    }
    postMessage("stored");
  } catch (fault) {
    postMessage(String(fault)); // the next start is an ordinary one
  }
  self.close();
};
