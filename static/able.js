// All scripts or none: in a browser that lacks what they need, this ends the script that it stands
// at the head of, as if it could not be read. Then forms are sent as they are, old.js says so, and
// nothing fails in silence.
if (![].findLast || !window.HTMLDialogElement?.prototype.showModal) throw SyntaxError();
