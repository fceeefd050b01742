// A server component: it runs when Next builds the page.
import init, { validate } from "olmkit";
import { heads } from "../heads.js";

export default async function Page() {
  await init();
  return <p>{validate([{ path: "catalog.yaml", text: heads }]).opm.first}</p>;
}
