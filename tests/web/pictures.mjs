// Draws the README's pictures of tables; run by hand after the page has changed.
// `node pictures.mjs ADDRESS FOLDER [NAME…]` plays some moves at each table, asks for a hint, and writes FOLDER/NAME.jpg.
import {openBrowser, playNow, visitor} from "./browser.mjs";
import {clicked, play} from "./player.mjs";

const [address, folder, ...names] = process.argv.slice(2);

// The deals follow from the seed, and what is clicked as well.
const pictures = [
    {name: "primiera", game: "primiera", seed: 2, clicks: 10},
    {name: "royalflush", game: "royalflush", seed: 4, clicks: 25},
    {name: "primero", game: "primero", seed: 2, clicks: 12},
    {name: "primo", game: "primo", seed: 4, clicks: 25},
    {name: "royalflush-phone", game: "royalflush", seed: 4, clicks: 30, width: 390, height: 844},
];

const browser = await openBrowser();
for (const {name, game, seed, clicks, width = 1100, height = 807} of pictures) {
    if (names.length && !names.includes(name)) continue;
    const page = await visitor(browser, address, {width, height, seed});
    await page.locator(".who").click();
    await page.locator("dialog input[type=text]").fill("Chiara");
    await page.getByRole("button", {name: "Save"}).click();
    await playNow(page, game);
    await play(page, {seed, enough: clicked(clicks)});
    await play(page, {seed, enough: async () => (await page.locator(".felt.my-turn").count()) > 0});
    await page.getByRole("button", {name: "Hint"}).first().click();
    await page.locator(".hint").first().waitFor();
    await page.mouse.move(0, 0);
    await page.screenshot({path: `${folder}/${name}.jpg`, type: "jpeg", quality: 82});
    await page.context().close();
}
await browser.close();
