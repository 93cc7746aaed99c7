/** Someone to log in as. */
export interface Person {
  email: string;
  name: string;
  /** What makes them worth being. */
  about: string;
}

/** The five people that a visitor may log in as: customers of the emulator's shop. */
export const people: readonly Person[] = [
  { email: 'ada@example.com', name: 'Ada Lovelace', about: 'Buys often. Every message waits for her.' },
  { email: 'ben.aydin@example.com', name: 'Ben Aydin', about: 'Comes by now and then.' },
  { email: 'chiara.berger@example.com', name: 'Chiara Berger', about: 'Likes things for the table.' },
  { email: 'dario.costa@example.com', name: 'Dario Costa', about: 'Looks around, and comes back.' },
  { email: 'elif.dubois@example.com', name: 'Elif Dubois', about: 'Reads every newsletter.' },
];

/** The person with an email. */
export function personBy(email: string | undefined): Person | undefined {
  return people.find((person) => person.email === email);
}
