// All scripts or none: in a browser without `:has`, which the style needs, this ends the script
// that it stands at the head of, as if it could not be read. Whatever knows it has all that the
// scripts need. Else forms are sent as they are, old.js says so, and nothing fails in silence.
if (!CSS.supports("selector(:has(a))")) throw SyntaxError();
