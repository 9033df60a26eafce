import { useEffect } from 'react'
import type { RowSelection } from '../../../components/data-table/row-selection.ts'

function withAll({ ids, anchor }: RowSelection, loaded: readonly number[]): RowSelection {
  return { ids: new Set([...ids, ...loaded]), anchor, whole: true }
}

/**
 * Everything that matches, selected at once: rows that are loaded join as they come. Taking a row out
 * leaves those that are loaded. Answers the way to select so.
 */
export function useWhole(
  loaded: readonly number[],
  selection: RowSelection,
  onSelection: (selection: RowSelection) => void,
): () => void {
  const lacks = selection.whole === true && loaded.some((id) => !selection.ids.has(id))
  useEffect(() => {
    if (lacks) onSelection(withAll(selection, loaded))
  }, [lacks, loaded, selection, onSelection])
  return () => onSelection(withAll(selection, loaded))
}
