import type { ColumnScope } from '@steward/contracts/column-set'
import { type KeptLayout, readColumnSet, saveColumnSet } from '../../../entities/record/index.ts'
import { readStored, writeStored } from '../../../ui/storage.ts'

/** A layout as this browser holds it. `unsaved`: the server has not got it yet. */
type Copy = { layout: KeptLayout; unsaved: boolean }

export type LayoutOwner = { userId: number; scope: ColumnScope }

const keyOf = ({ userId, scope }: LayoutOwner) => `steward.layout.${userId}.${scope}`

function readCopy(owner: LayoutOwner): Copy | undefined {
  try {
    const copy = JSON.parse(readStored(keyOf(owner)) ?? 'null') as Copy | null
    return copy?.layout ? copy : undefined
  } catch {
    return undefined
  }
}

function writeCopy(owner: LayoutOwner, copy: Copy): void {
  writeStored(keyOf(owner), JSON.stringify(copy))
}

/** What this browser showed last, so that a list opens as it was left; undefined where it never did. */
export function copiedLayout(owner: LayoutOwner): KeptLayout | undefined {
  return readCopy(owner)?.layout
}

const calm = 400
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>()
const changes = new Map<string, number>()

/** How often a layout was changed on this page. */
const changesOf = (owner: LayoutOwner): number => changes.get(keyOf(owner)) ?? 0

async function save(owner: LayoutOwner, layout: KeptLayout): Promise<void> {
  const asOf = changesOf(owner)
  try {
    await saveColumnSet(owner.scope, layout, true)
    if (asOf === changesOf(owner)) writeCopy(owner, { layout, unsaved: false })
  } catch (error) {
    // The list stays as it is laid out; the copy is saved when the list is opened next.
    // eslint-disable-next-line no-console -- a layout that is not saved is worth no message
    console.warn('The layout of the list could not be saved.', error)
  }
}

/** Holds a new layout here at once, and has it saved as soon as nothing changes for a moment. */
export function keepLayout(owner: LayoutOwner, layout: KeptLayout): void {
  const key = keyOf(owner)
  changes.set(key, changesOf(owner) + 1)
  writeCopy(owner, { layout, unsaved: true })
  clearTimeout(waiting.get(key)?.timer)
  const send = () => {
    waiting.delete(key)
    void save(owner, layout)
  }
  waiting.set(key, { timer: setTimeout(send, calm), send })
}

/** Saves what waits, for instance because the page goes away. */
export function flushLayouts(): void {
  for (const { timer, send } of waiting.values()) {
    clearTimeout(timer)
    send()
  }
}

/** The layout as the server has it, unless it is newer here. `held`: what is shown meanwhile. */
export async function loadLayout(
  owner: LayoutOwner,
  held: () => KeptLayout | undefined,
  signal: AbortSignal,
): Promise<KeptLayout> {
  const copy = readCopy(owner)
  if (copy?.unsaved) {
    if (!waiting.has(keyOf(owner))) await save(owner, copy.layout)
    return held() ?? copy.layout
  }
  const asOf = changesOf(owner)
  const layout = await readColumnSet(owner.scope, signal)
  const shown = held()
  if (asOf !== changesOf(owner) && shown) return shown
  writeCopy(owner, { layout, unsaved: false })
  return layout
}
