/** Makes a function that does what it is given once all that it was given before has ended, well or not. */
export function createInTurn(): <Result>(work: () => Result | Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();

  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined); // Told to whoever asked.
    return result;
  };
}
