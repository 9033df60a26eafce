/** People who are let in at a time: each invitation makes a password, which is slow by intention. */
const atOnce = 3

/** Works through items, a few at a time; when one fails the rest is still done, and then it throws. */
export async function forEachFew<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) await work(item, index)
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = ended.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
