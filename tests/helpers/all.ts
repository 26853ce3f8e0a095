/**
 * Several things at once, in a test.
 *
 * @module
 */

/**
 * As `Promise.all`, but ends when all have ended: what still ran after the first failure would be
 * found in the tests behind it.
 *
 * @throws the first one's reason that failed, in their order
 */
export async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ended = await Promise.allSettled(work);
  return ended.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}
