import { isCommonPassword } from './common-password.ts'
import { faultOf } from './password.rules.ts'

/**
 * What is wrong with the password that the operator chose for the first administrator; undefined when nothing is.
 * By the same rules as people's: so far there is no company that could have others.
 */
export async function administratorPasswordFault({
  email: username,
  password,
}: {
  email: string
  password: string | undefined
}): Promise<string | undefined> {
  if (password === undefined) return undefined
  const fault = faultOf(password, { username, isCommon: await isCommonPassword(password) })
  return fault && `ADMIN_PASSWORD: ${fault} Leave it out to have one generated and printed.`
}
