import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangeUser } from '@steward/contracts/user-management'
import { api, send } from '../../api/client.ts'
import { confirmSession, readSession } from '../../api/session.ts'
import { usersKey } from '../../entities/user/index.ts'

/** Keeps what is new about the signed-in user: numbers and times are written for them from now on. */
export function keepUser(changes: Partial<NonNullable<ReturnType<typeof readSession>['user']>>): void {
  const { user } = readSession()
  if (user) confirmSession({ ...user, ...changes })
}

/** Changes the signed-in user. */
async function changeMe(changes: ChangeUser): Promise<void> {
  const { user } = readSession()
  if (!user) return
  const init = { params: { path: { userId: user.userId } }, body: changes }
  keepUser((await send(api.PATCH('/user-management/users/{userId}', init))).data)
}

/** Changes the signed-in user, after which everything about users is read again. */
export function useUpdateMe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: changeMe,
    onSuccess(_, changes) {
      // Lists are filtered and added up in the currency of anyone who reads them.
      if (changes.displayCurrency) void client.invalidateQueries({ queryKey: ['records'] })
      return client.invalidateQueries({ queryKey: usersKey })
    },
  })
}

/** Stores a picture that no one shows yet; gives its id. */
export async function uploadPicture(picture: Blob): Promise<string> {
  const form = new FormData()
  form.append('image', picture, 'picture.jpg')
  const init = { body: { image: '' }, bodySerializer: () => form }
  return (await send(api.PUT('/file-management/image/users', init))).data.imageUID
}
