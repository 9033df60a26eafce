import { Suspense } from 'react'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { LazyRichTextEditor } from '../../../entities/rich-text/index.ts'
import { Field, useField } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type BodyFieldProps = {
  label: string
  text: string
  /** Again whenever the text was replaced from outside. */
  round: number
  error?: string
  autoFocus?: boolean
  tall?: boolean
  onChange: (text: string) => void
  onPending: (count: number) => void
}

/** The text of an entry, with mentions and pictures. */
export function BodyField({ label, error, round, ...rest }: BodyFieldProps) {
  return (
    <Field label={label} error={error}>
      <Editor key={round} {...rest} />
    </Field>
  )
}

function Editor({ tall = false, ...rest }: Omit<BodyFieldProps, 'label' | 'error' | 'round'>) {
  const field = useField()
  const { id } = useRecordScreen()
  return (
    <Suspense fallback={<Skeleton className="h-34 w-full" />}>
      <LazyRichTextEditor
        mentions
        recordId={id}
        id={field?.id}
        labelledBy={field?.labelId}
        describedBy={field?.describedBy}
        invalid={field?.invalid}
        className={tall ? 'max-h-[46dvh] min-h-52' : 'max-h-80'}
        {...rest}
      />
    </Suspense>
  )
}
