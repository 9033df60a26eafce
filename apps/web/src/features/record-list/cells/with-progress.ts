import type { CellContext } from './cell-context.ts'

const progressAfter = 300

/** Shows what takes longer than a moment. */
export async function withProgress<Result>(
  { update }: CellContext,
  label: string,
  run: (onShare: (share: number) => void) => Promise<Result>,
): Promise<Result> {
  let share: number | undefined
  let isShown = false
  const show = () => update((state) => ({ ...state, progress: { label, share } }))
  const timer = setTimeout(() => {
    isShown = true
    show()
  }, progressAfter)
  try {
    return await run((next) => {
      share = next === 1 ? undefined : next
      if (isShown) show()
    })
  } finally {
    clearTimeout(timer)
    update((state) => ({ ...state, progress: undefined }))
  }
}
