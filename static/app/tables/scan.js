// The address of a server need not be typed: the camera reads it from a code, such as the one by
// which players join a table there.
import { there } from "../browser/there.js";

for (const box of document.querySelectorAll(".scans")) {
  const [button, video, notice] =
      /** @type {[HTMLButtonElement, HTMLVideoElement, HTMLElement]} */ (
        /** @type {unknown} */ (box.children)
      ),
    [label] = button.children,
    { library, looks, ends, strange, fails } = box.dataset,
    field = there(there(box.closest("form")).querySelector("[name=address]")),
    begins = label.textContent;
  let turn = 0;
  /** @type {(() => void) | null} */
  let end = null;

  const tell = (sentence = "") => {
    notice.textContent = sentence;
    notice.hidden = !sentence;
  };
  const stop = () => {
    turn += 1;
    end?.();
    end = null;
    video.hidden = true;
    label.textContent = begins;
    tell();
  };
  /** @param {string | undefined} said */
  const read = (said) => {
    if (said === undefined) return;
    if (!/^https?:/i.test(said)) return tell(strange);
    stop();
    field.value = said;
    there(field.form).requestSubmit();
  };
  const scan = async () => {
    const mine = turn;
    label.textContent = there(ends);
    tell(looks);
    video.hidden = false;
    box.scrollIntoView({ block: "nearest" });
    const { QRCanvas, frameLoop, rearCamera } = await import(there(library)),
      camera = await rearCamera(video);
    if (mine !== turn) return camera.stop(); // somebody does not want it any more
    const canvas = new QRCanvas(),
      cancel = frameLoop(async () => {
        const said = await camera.readFrame(canvas, true);
        if (mine === turn) read(said);
      });
    end = () => {
      cancel();
      camera.stop();
    };
  };
  button.onclick = async () => {
    if (!video.hidden) return stop();
    await scan().catch(() => {
      stop();
      tell(fails);
    });
  };
  addEventListener("pagehide", stop);
  box.hidden = !navigator.mediaDevices;
}
