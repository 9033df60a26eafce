import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { UserImport } from '@steward/contracts/user-import/user-import'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { exactText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/reader.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useUserAction } from '../user-management.calls.ts'
import { undoUserImport, userImportsQuery } from './user-import.calls.ts'

const usersText = (count: number): string => (count === 1 ? '1 user' : `${numberText(count)} users`)

/** What was imported before; each import can be undone as a whole. */
export function UserImportHistory() {
  const { data: imports = [] } = useQuery(userImportsQuery)
  const [asked, setAsked] = useState<UserImport>()
  const undo = useUserAction(undoUserImport)
  if (imports.length === 0) return null
  return (
    <section aria-label="Imports">
      <h2 className="mb-2 font-medium">Imports</h2>
      <ul className="divide-y divide-line border-y border-line">
        {imports.map((one) => (
          <ImportItem key={one.importId} one={one} onUndo={() => setAsked(one)} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          danger
          onOpenChange={() => setAsked(undefined)}
          title="Undo this import?"
          description={`${usersText(asked.added)} from ${asked.fileName} will be deactivated. Records that they own keep them as owners.`}
          action="Undo import"
          onConfirm={async () => {
            const { deactivated, kept } = await undo.mutateAsync(asked.importId)
            const [first] = kept
            if (first) toast.error(`${first.name} stays: ${first.message}`)
            else toast.done(`${usersText(deactivated)} deactivated`)
          }}
        />
      )}
    </section>
  )
}

function ImportItem({ one, onUndo }: { one: UserImport; onUndo: () => void }) {
  const { fileName, added, existing, refused, sendsMail, createdAt, createdBy, undoneAt } = one
  const counts = [
    `${usersText(added)} added${sendsMail ? ' and invited' : ''}`,
    ...(existing > 0 ? [`${numberText(existing)} already existed`] : []),
    ...(refused > 0 ? [`${numberText(refused)} rejected`] : []),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex items-center gap-2">
          <Badge tone={undoneAt ? 'neutral' : 'good'}>{undoneAt ? 'Undone' : 'Finished'}</Badge>
          <span className="truncate font-medium">{fileName}</span>
        </p>
        <p className="tabular text-label text-2">
          {counts.join(', ')} · {exactText(createdAt)} by {createdBy.name}
        </p>
      </div>
      {!undoneAt && added > 0 && (
        <Button size="sm" onClick={onUndo}>
          Undo
        </Button>
      )}
    </li>
  )
}
