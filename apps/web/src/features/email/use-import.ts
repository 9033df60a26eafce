import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ImportedMail } from '@steward/contracts/email'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { toast } from '../../ui/toast.tsx'
import { importMails, refreshMails, type Subject } from './email.calls.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The outcome of an import, in a sentence. */
function wordsOf(results: readonly ImportedMail[]): string {
  const count = (outcome: ImportedMail['outcome']) => results.filter((one) => one.outcome === outcome).length
  const duplicates = count('duplicate')
  return `${counted(count('imported'), 'email')} imported${duplicates > 0 ? `, ${duplicates} here already` : ''}`
}

/** Imports .eml files, and keeps what was refused until it is put aside. */
export function useImport(subject: Subject, onImported: (threadId: number) => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly ImportedMail[]>([])

  async function run(files: File[]) {
    if (files.length === 0 || busy) return
    setBusy(true)
    try {
      const results = await importMails(subject, files)
      setRefused(results.filter(({ outcome }) => outcome === 'refused'))
      if (results.some(({ outcome }) => outcome !== 'refused')) {
        toast.done(wordsOf(results), { subject: 'email-import' })
      }
      await refreshMails(client)
      const [first] = results.flatMap(({ threadId }) => threadId ?? [])
      if (first !== undefined) onImported(first)
    } catch (error) {
      if (!isSessionExpired(error)) {
        toast.error(errorText(error), { subject: 'email-import', retry: () => void run(files) })
      }
    } finally {
      setBusy(false)
    }
  }

  return { run, busy, refused, dismiss: () => setRefused([]) }
}
