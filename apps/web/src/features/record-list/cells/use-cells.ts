import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CellActs } from '../../../components/data-table/grid-acts.ts'
import { useUndo } from '../../../entities/change-set/index.ts'
import { noCells, withoutMarks, type CellContext, type CellsState } from './cell-context.ts'

type Acts = typeof import('./cell-acts.ts')

let loaded: Acts | undefined
let loading: Promise<Acts> | undefined

async function load(): Promise<Acts> {
  try {
    return (loaded = await import('./cell-acts.ts'))
  } catch (error) {
    loading = undefined
    throw error
  }
}

/**
 * Loads what writes ranges of cells as soon as someone turns to the list: a copy cannot wait for it. What waits for it
 * goes on in the order of the calls.
 */
export function loadCellActs(): Promise<Acts> {
  loading ??= load()
  return loading
}

export interface Cells {
  acts: CellActs
  state: CellsState
  /** Lets go of the mark of one cell, or of all. */
  dismiss: (recordId?: number, columnId?: string) => void
}

type CellsOptions = Omit<CellContext, 'client' | 'takeBack' | 'update'> & { canEdit: boolean }

/** Copying, pasting, clearing and filling cells of a list, and those of them that were refused. */
export function useCells({ canEdit, ...options }: CellsOptions): Cells {
  const client = useQueryClient()
  const takeBack = useUndo()
  const [state, update] = useState(noCells)
  const latest = useRef(options)
  useLayoutEffect(() => {
    latest.current = options
  })

  const acts = useMemo((): CellActs => {
    const now = (): CellContext => ({ ...latest.current, client, takeBack, update })
    return {
      copy(range, columns, data) {
        if (loaded) loaded.copyCells(now(), range, columns, data)
        else void loadCellActs().then(({ copyCells }) => copyCells(now(), range, columns, null))
      },
      write: canEdit
        ? {
            async paste(range, columns, data) {
              // What is on the clipboard is gone once the event is over.
              const clip = { text: data.getData('text/plain'), html: data.getData('text/html') }
              return (await loadCellActs()).pasteCells(now(), range, columns, clip)
            },
            erase: (range, columns) =>
              void loadCellActs().then(({ eraseCells }) => eraseCells(now(), range, columns)),
            fill: (from, to, columns) =>
              void loadCellActs().then(({ fillCells }) => fillCells(now(), from, to, columns)),
          }
        : undefined,
    }
  }, [canEdit, client, takeBack])

  const dismiss = useCallback((recordId?: number, columnId?: string) => {
    update((before) => {
      if (before.refused.size === 0) return before
      return withoutMarks(
        before,
        (id, column) => recordId === undefined || (id === recordId && column === columnId),
      )
    })
  }, [])

  return { acts, state, dismiss }
}
