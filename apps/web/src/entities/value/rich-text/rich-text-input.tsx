import { Suspense } from 'react'
import { useField } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LazyRichTextEditor } from '../../rich-text/index.ts'

type RichTextInputProps = { text: string; autoFocus?: boolean; onChange: (text: string) => void }

/** The editor of a long text in a form; the field around it names it. */
export function RichTextInput({ text, autoFocus, onChange }: RichTextInputProps) {
  const field = useField()
  return (
    <Suspense fallback={<Skeleton className="h-34 w-full" />}>
      <LazyRichTextEditor
        text={text}
        autoFocus={autoFocus}
        id={field?.id}
        labelledBy={field?.labelId}
        describedBy={field?.describedBy}
        invalid={field?.invalid}
        required={field?.required}
        className="max-h-96"
        onChange={onChange}
      />
    </Suspense>
  )
}
