import { useCallback, useState } from 'react'
import type { OpenParts } from './timeline-row.tsx'

const closed: OpenParts = { folds: new Set(), bodies: new Set(), comments: new Set() }

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

/** What is open in the stream. */
export function useOpenParts(): { open: OpenParts; toggle: (part: keyof OpenParts, key: string) => void } {
  const [open, setOpen] = useState(closed)
  const toggle = useCallback(
    (part: keyof OpenParts, key: string) =>
      setOpen((before) => ({ ...before, [part]: toggled(before[part], key) })),
    [],
  )
  return { open, toggle }
}
