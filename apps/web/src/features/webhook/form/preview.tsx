import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../api/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { numberText } from '../../../ui/reader.ts'
import { preview } from '../webhook.calls.ts'
import { conditionOf, type WebhookValues } from './form-values.ts'

/** How many events of the last day would have been sent. */
export function Preview({ values }: { values: WebhookValues }) {
  const count = useMutation({
    mutationFn: (asked: WebhookValues) => preview([...asked.events], conditionOf(asked)),
  })
  const { data, error, isPending, variables } = count
  const isCurrent = variables?.events === values.events && variables.condition === values.condition
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        size="sm"
        busy={isPending}
        disabled={values.events.length === 0}
        onClick={() => count.mutate(values)}
      >
        Count events of the last 24 hours
      </Button>
      <p role="status" className="text-label text-2">
        {isCurrent &&
          data &&
          `${data.isComplete ? '' : 'At least '}${numberText(data.count)} would have been sent`}
        {isCurrent && error && errorText(error)}
      </p>
    </div>
  )
}
