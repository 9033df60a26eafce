import { hash, verify } from '@node-rs/argon2'

// Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The hash of a random password no one kept: a sign-in of an unknown user takes as long as any other.
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$lFnpPY6OgrSR3I3U0wI5ZQ$ZRTirlIrzfQnOPuhaweIjQXzl9+ZK12GtENjt5sJKVQ'

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

/** Whether the password belongs to the hash; without a hash the same work is done, and the answer is no. */
export async function verifyPassword(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(storedHash ?? nobodysHash, password)
  return matches && Boolean(storedHash)
}
