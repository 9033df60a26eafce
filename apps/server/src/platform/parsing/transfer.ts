import { move, transferableSymbol, valueSymbol } from 'piscina'

/** A parser's output whose buffers move to the caller's thread instead of being copied. */
export function transfer<Output extends object>(output: Output, buffers: readonly ArrayBufferLike[]): Output {
  return move({
    // The list of buffers, although the library's type says that it is one object.
    [transferableSymbol]: [...new Set(buffers)],
    [valueSymbol]: output,
  }) as unknown as Output
}
