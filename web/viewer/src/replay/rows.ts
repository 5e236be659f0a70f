// SPDX-License-Identifier: MIT
/** The values of a column as the page has them: 64-bit integers are numbers here, and a missing value is NaN. */
export type Column = ArrayLike<number> | readonly string[]

/** The columns of one table that a scene asked for. */
export class Rows {
  constructor(
    readonly length: number,
    private readonly columns: ReadonlyMap<string, Column>,
  ) {}

  /** A table that the replay does not have. */
  static readonly none = new Rows(0, new Map())

  has(column: string): boolean {
    return this.length > 0 && this.columns.has(column)
  }

  /** The values of a column of numbers; NaN for each row if there is no such column. */
  numbers(column: string): ArrayLike<number> {
    const values = this.columns.get(column)
    if (values === undefined || typeof values[0] === 'string') return new Float32Array(this.length).fill(NaN)
    return values as ArrayLike<number>
  }

  /** The value of a column of text; empty if there is none. */
  text(column: string, row: number): string {
    const value = this.columns.get(column)?.[row]
    return typeof value === 'string' ? value : ''
  }

  /** Whether a column has any number: recorders leave some out. */
  filled(column: string): boolean {
    return Array.prototype.some.call(this.numbers(column), Number.isFinite)
  }

  /** The first of these columns that has numbers; formats name some of them differently. */
  either(...names: string[]): ArrayLike<number> {
    return this.numbers(names.find((name) => this.filled(name)) ?? names.find((name) => this.columns.has(name)) ?? names[0])
  }
}
