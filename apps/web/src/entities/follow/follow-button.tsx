import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { errorText } from '../../api/error-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { followQuery, setFollows } from './follow.calls.ts'

/** Follows a record: its changes are reported to the user. Owners follow theirs until they turn it off. */
export function FollowButton({ recordId }: { recordId: number }) {
  const client = useQueryClient()
  const { data } = useQuery(followQuery(recordId))
  const change = useMutation({
    mutationFn: (follows: boolean) => setFollows(client, recordId, follows),
    onSuccess: (_, follows) => {
      const text = follows
        ? "You'll be notified when others change this record"
        : "You'll no longer be notified of changes to this record"
      toast.done(text, { subject: `follow-${recordId}` })
    },
    onError: (error) => toast.error(errorText(error), { subject: `follow-${recordId}` }),
  })
  if (!data) return null
  const follows = change.isPending ? change.variables : data.follows
  return (
    <IconButton
      label={follows ? 'Unfollow' : 'Follow'}
      size="sm"
      variant="secondary"
      icon={follows ? <IconBellFilled aria-hidden /> : <IconBell aria-hidden />}
      onClick={() => change.mutate(!follows)}
    />
  )
}
