import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import { isSessionExpired } from '../../api/api-error.ts'
import { errorText } from '../../api/error-text.ts'
import { download } from '../../api/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { exportAddress, type AuditFilter } from './audit.calls.ts'

/** Saves what the filter finds, all of it, as a CSV file. */
export function ExportButton({ filter }: { filter: AuditFilter }) {
  const save = useMutation({
    mutationFn: () => download(exportAddress(filter)),
    onError: (error) => {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'audit-export' })
    },
  })
  return (
    <Button size="sm" icon={<IconDownload aria-hidden />} busy={save.isPending} onClick={() => save.mutate()}>
      Export CSV
    </Button>
  )
}
