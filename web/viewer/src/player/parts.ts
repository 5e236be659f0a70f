// SPDX-License-Identifier: MIT
// A file that is written piece by piece, and at some places again. Its bytes are in blobs, which a browser keeps on disk if they are many.

interface Piece {
  readonly from: number
  readonly blob: Blob
}

export class Parts {
  private pieces: Piece[] = []
  private end = 0

  write(data: Uint8Array<ArrayBuffer>, position: number): void {
    if (position > this.end) this.write(new Uint8Array(position - this.end), this.end)
    const piece = { from: position, blob: new Blob([data]) }
    const to = position + data.byteLength
    if (position === this.end) this.pieces.push(piece)
    else this.pieces = [...this.clipped(0, position), piece, ...this.clipped(to, this.end)]
    this.end = Math.max(this.end, to)
  }

  blob(type: string): Blob {
    return new Blob(
      this.pieces.map(({ blob }) => blob),
      { type },
    )
  }

  private clipped(from: number, to: number): Piece[] {
    return this.pieces
      .filter((piece) => piece.from < to && piece.from + piece.blob.size > from)
      .map((piece) => {
        const start = Math.max(from, piece.from)
        return { from: start, blob: piece.blob.slice(start - piece.from, to - piece.from) }
      })
  }
}
