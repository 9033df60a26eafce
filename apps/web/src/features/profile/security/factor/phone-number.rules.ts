/** A typed number as it is sent: a leading plus, then digits only; or what is wrong with it. */
export function phoneNumberOf(
  text: string,
): { phoneNumber: string; fault?: never } | { phoneNumber?: never; fault: string } {
  const bare = text
    .trim()
    .replaceAll(/[\s().-]/g, '')
    .replace(/^00/, '+')
  if (!bare) return { fault: 'Enter your mobile number.' }
  if (!bare.startsWith('+')) {
    return { fault: 'Start with a plus and the country code, such as +44 20 7183 8750.' }
  }
  if (!/^\+[1-9]\d{6,14}$/.test(bare)) return { fault: 'Enter a valid phone number.' }
  return { phoneNumber: bare }
}
