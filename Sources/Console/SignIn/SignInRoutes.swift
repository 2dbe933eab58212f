import HTTPKit

/// Signing in and out, and forms whose session ended.
extension ConsoleRoutes {
  var signIn: [ConsoleRoute] {
    SignInHandlers(services: services).routes
      + UnsentFormHandlers(services: services).routes
  }
}

extension SignInHandlers {
  var routes: [ConsoleRoute] {
    [
      .open(.get, "/login", show), .open(.post, "/login", signIn),
      .open(.post, "/logout", signOut),
    ]
  }
}

extension UnsentFormHandlers {
  var routes: [ConsoleRoute] { [.get("/login/unsent/{id}", .accountView, show)] }
}
