// Makes the memory image, beside the worker that plays.
import { hasImage, load, storeImage } from "./memory_image.js";

onmessage = async ({ data: runtime }) => {
  try {
    if (!await hasImage()) {
      const pyodide = await load(runtime, { makes: true });
      pyodide.runPython("from banquier.page import pocket\npocket.load_all()");
      await storeImage(pyodide.makeMemorySnapshot());
    }
    postMessage("stored");
  } catch (fault) {
    postMessage(String(fault)); // the next start is an ordinary one
  }
  self.close();
};
