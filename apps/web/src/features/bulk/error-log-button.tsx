import type { ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { IconDownload } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import { errorText } from '../../api/error-text.ts'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { errorLogAddress } from './bulk.calls.ts'
import { download } from '../../api/save-file.ts'

type ErrorLogButtonProps = { job: BulkJob; children: ReactNode } & Pick<ButtonProps, 'size' | 'variant'>

function logName({ fileName, jobId }: BulkJob): string {
  return `${(fileName ?? `import-${jobId}`).replace(/\.[^.]+$/, '')}-errors.csv`
}

/** Saves the rows that did not go through, each with what is wrong with it. */
export function ErrorLogButton({ job, children, size, variant }: ErrorLogButtonProps) {
  const save = useMutation({
    mutationFn: () => download(errorLogAddress(job.jobId), logName(job)),
    onError: (error) => toast.error(errorText(error), { subject: `error-log-${job.jobId}` }),
  })
  return (
    <Button
      size={size}
      variant={variant}
      icon={<IconDownload aria-hidden />}
      busy={save.isPending}
      onClick={() => save.mutate()}
    >
      {children}
    </Button>
  )
}
