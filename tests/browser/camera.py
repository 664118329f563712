"""A camera that sees a code, for Chromium."""

from pathlib import Path

import segno

WIDE, HIGH = 640, 480
GREY = b"\x80" * (WIDE * HIGH // 2)  # no colour


def film(file: Path, says: str) -> list[str]:
    """How a browser is started whose camera sees nothing but a code that says this."""
    code = [list(row) for row in segno.make_qr(says, error="m").matrix_iter(scale=8, border=4)]
    left, top = (WIDE - len(code)) // 2, (HIGH - len(code)) // 2
    lines = [bytearray(b"\xeb" * WIDE) for _ in range(HIGH)]
    for line, row in zip(lines[top:], code, strict=False):
        line[left : left + len(row)] = bytes(16 if dark else 235 for dark in row)
    head = f"YUV4MPEG2 W{WIDE} H{HIGH} F30:1 Ip A1:1 C420\n".encode()
    file.write_bytes(head + (b"FRAME\n" + b"".join(lines) + GREY) * 2)
    return [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={file}",
    ]
