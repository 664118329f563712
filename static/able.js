// All scripts or none: in a browser that lacks what they need, this ends the script that it stands
// at the head of. Then forms are sent as they are, and nothing fails in silence.
if (![].findLast || !window.HTMLDialogElement?.prototype.showModal) {
  document.getElementById("unable").hidden = false;
  throw Error("too old");
}
