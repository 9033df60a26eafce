import { useEffect, useEffectEvent, useRef } from 'react'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { LevelName } from '@steward/contracts/level'
import { errorText } from '../../../api/error-text.ts'
import { takeHandedFiles, uploadQuery, useFileUpload } from '../../../entities/table-file/index.ts'
import { guessLevel, sheetsOf } from './level-guess.ts'
import { tableKey, type ChangeRelated, type RelatedTable } from './related-draft.ts'

async function tablesOf(client: QueryClient, uploadId: string): Promise<RelatedTable[]> {
  const { fileName } = await client.fetchQuery(uploadQuery(uploadId))
  const sheets = await sheetsOf(client, uploadId)
  return Promise.all(
    sheets.map(async (sheet) => {
      const table = { uploadId, fileName, sheet, config: null }
      return { ...table, level: await guessLevel(client, table) }
    }),
  )
}

/** Tables beside those that are there; a level that is taken is left to the reader. */
function joined(before: readonly RelatedTable[], added: readonly RelatedTable[]): RelatedTable[] {
  const known = new Set(before.map(tableKey))
  const taken = new Set<LevelName | null>(before.map(({ level }) => level))
  const next = [...before]
  for (const table of added.filter((one) => !known.has(tableKey(one)))) {
    next.push({ ...table, level: taken.has(table.level) ? null : table.level })
    taken.add(table.level)
  }
  return next
}

/** Sends chosen files one after the other, and finds out what their rows are. */
export function useAddedFiles(change: ChangeRelated, add: string | null) {
  const client = useQueryClient()
  const waiting = useRef<File[]>([])
  const upload = useFileUpload({
    onBegun: () => undefined,
    onDone: (uploadId) => reading.mutate(uploadId),
    onCancelled: () => {
      waiting.current = []
    },
  })

  const reading = useMutation({
    mutationFn: (uploadId: string) => tablesOf(client, uploadId),
    onSuccess: (tables) => change((before) => ({ tables: joined(before.tables, tables) })),
    onSettled() {
      upload.clear()
      sendNext()
    },
  })

  function sendNext() {
    const next = waiting.current.shift()
    if (next) void upload.send(next, null)
  }

  function addFiles(files: readonly File[]) {
    waiting.current.push(...files)
    if (upload.file === null) sendNext()
  }

  const begin = useEffectEvent(() => {
    const handed = takeHandedFiles()
    if (handed.length > 0) addFiles(handed)
    if (add !== null) reading.mutate(add)
  })
  useEffect(() => begin(), [])

  return {
    file: upload.file,
    cancel: upload.cancel,
    isReading: reading.isPending,
    error: reading.error ? errorText(reading.error) : upload.error,
    addFiles,
  }
}
